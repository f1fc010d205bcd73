import type { Logger } from 'pawl'
import type { LogLevel } from '../config/settings.ts'
import { cleanText } from '../terminal/clean-text.ts'
import type { Palette } from '../terminal/palette.ts'

export type LineLoggerOptions = {
  readonly level: LogLevel
  /** One JSON object a line, for programs that collect logs. */
  readonly json: boolean
  readonly colours: Palette
  readonly write: (line: string) => void
  readonly now?: () => Date
}

const ranks = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const

/** A logger that writes one line an event, for people or for programs. */
export function lineLogger({ level, json, colours, write, now = () => new Date() }: LineLoggerOptions): Logger {
  const at = (rank: keyof Logger) => (fields: object, message: string) => {
    if (ranks[rank] < ranks[level]) return
    write(json ? asJson(now(), rank, fields, message) : asText(now(), rank, fields, message, colours))
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function asJson(time: Date, level: string, fields: object, message: string): string {
  const plain = Object.entries(fields).map(([name, value]) => [name, value instanceof Error ? errorOf(value) : value])
  return JSON.stringify({ time, level, message, ...Object.fromEntries(plain) })
}

function errorOf(error: Error): object {
  return { name: error.name, message: error.message, stack: error.stack }
}

function asText(at: Date, level: keyof Logger, fields: object, message: string, colours: Palette): string {
  const paint = level === 'error' ? colours.bad : level === 'warn' ? colours.warn : (text: string) => text
  const rest = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${shown(value)}`)
  const time = colours.faint(`${at.toISOString().slice(11, 19)}Z`)
  return [time, paint(level.padEnd(5)), cleanText(message), colours.faint(rest.join(' '))].join(' ').trimEnd()
}

function shown(value: unknown): string {
  const clean = cleanText(wordsOf(value))
  return clean === '' || (typeof value !== 'object' && /[\s"=]/.test(clean)) ? JSON.stringify(clean) : clean
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(Math.round(value * 10) / 10)
  if (value instanceof Error) return JSON.stringify(value.message)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(',')
  return JSON.stringify(value) ?? ''
}
