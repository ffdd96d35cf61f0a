"""Plateau's training path for the Go network: self-play, search and learning on one GPU.

Reading order: env, features, net, search, selfplay, replay, learn, gate, train, export.
"""
