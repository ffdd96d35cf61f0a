//! The server as browsers meet it: asked without a socket, and over real ones.

mod api;
mod board;
mod burden;
mod cluster;
mod deck;
mod devices;
mod faulty;
mod kit;
mod lessons;
mod live;
mod local;
mod network;
mod operation;
mod puzzles;
mod security;
mod sharing;
mod studies;
mod trouble;
mod trying;
mod uploads;
mod workers;
