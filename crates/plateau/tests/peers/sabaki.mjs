// Sabaki's own controller, `@sabaki/gtp`, with Plateau as the engine: node sabaki.mjs PACKAGE PLATEAU
// What Sabaki sends when an engine is attached, analyses and plays. Ends with a line that the test looks for.
import { createRequire } from 'node:module'

const [package_, plateau] = process.argv.slice(2)
const { Command, Controller } = createRequire(import.meta.url)(package_)
const controller = new Controller(plateau, ['gtp', '--who', 'nodes:60', '--seed', '1'])
controller.start()

const send = async (name, ...args) => {
  const response = await controller.sendCommand({ name, args })
  if (response.error) throw new Error(`${name} ${args.join(' ')}: ${response.content}`)
  return response.content
}

const known = (await send('list_commands')).split('\n')
for (const name of ['analyze', 'genmove_analyze', 'lz-analyze', 'loadsgf', 'final_status_list', 'time_left', 'undo']) {
  if (!known.includes(name)) throw new Error(`${name} is not known`)
}
await send('boardsize', '9')
await send('komi', '7')
await send('clear_board')
await send('play', 'B', 'E5')

// An analysis ends when the next command comes.
let lines = 0
const analysis = controller.sendCommand({ name: 'analyze', args: ['W', '5'] }, ({ line }) => {
  if (/^info move [A-J][1-9] .*scoreLead -?\d+\.\d+ .*pv [A-J][1-9]/.test(line)) lines++
})
while (lines < 2) await new Promise(resolve => setTimeout(resolve, 20))
await send('name')
await analysis

let played = null
const response = await controller.sendCommand({ name: 'genmove_analyze', args: ['W', '5'] }, ({ line }) => {
  const match = line.match(/^play (.+)$/)
  if (match) played = match[1]
})
if (response.error || !/^([A-J][1-9]|pass)$/.test(played ?? '')) throw new Error(`it played ${played}`)
await send('undo')
await send('quit')
console.log(Command.toString({ name: 'done' }).trim(), lines >= 2)
