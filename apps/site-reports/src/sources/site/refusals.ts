import { refusalOfUrl, SourceDeferredError } from 'pawl'
import type { Refusal, RefusalCode } from '../../page/site-facts.ts'
import type { StandIn } from '../site-options.ts'
import { isMadeUp } from '../site-sources.ts'

export function refused(code: RefusalCode, message: string, isPassing = false): Refusal {
  return { kind: 'refused', code, message, isPassing }
}

/**
 * Why an address that a person gives, or that a redirect leads to, is not asked for; undefined for one that may be. By its text alone:
 * what its name resolves to is seen when it is called.
 */
export function refusalOfSite(url: string, standIn?: StandIn): Refusal | undefined {
  if (!URL.canParse(url)) return refused('invalid-url', 'it is not a whole address, as in https://example.org/')
  const { protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') {
    return refused('invalid-url', `it begins with ${protocol} and not with https: or http:`)
  }
  if (isMadeUp(url, standIn)) return undefined
  // websites may be without encryption; all else that is asked of an address holds for them too
  const reason = refusalOfUrl(url.replace(/^http:/i, 'https:'))
  if (reason === undefined) return undefined
  const isAddress = /^\S+ is /.test(reason) && !reason.startsWith('it ')
  return isAddress ? inside(reason) : refused('invalid-url', reason)
}

function inside(reason: string): Refusal {
  return refused('private-address', `addresses inside of the network are not called: ${reason}`)
}

const wordsFor: Readonly<Record<string, string>> = {
  'name-not-resolved': 'its name has no address',
  'connection-refused': 'it takes no connections',
  'connection-failed': 'there was no connection',
  'connection-lost': 'the connection broke off',
  'tls-failure': 'there was no secure connection: its certificate or its encryption is not in order',
  'request-timeout': 'it did not answer in time',
  'broken-response': 'its answer cannot be read',
}

/** What an error of `job.fetch` means for a page; undefined for what is not about the site, or is for the engine to wait for. */
export function refusalOfError(error: unknown, url: string): Refusal | undefined {
  const { host } = new URL(url)
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: string }
  if (error instanceof SourceDeferredError) {
    return error.reason === 'failed' ? unreachable(host, error.cause ?? error) : undefined
  }
  if (code === 'address-refused') {
    return inside(
      String(message)
        .replace(/\. Allow .*$/s, '')
        .replace(' must not be called: ', ' is '),
    )
  }
  if (code === 'response-too-large') return refused('too-large', `the page of ${host} is too large to be read`)
  if (code === 'unknown-encoding') return refused('broken-page', `the page of ${host} is compressed in an unknown way`)
  if (code === 'invalid-request') return refused('invalid-url', `the address at ${host} cannot be asked for`)
  return undefined
}

function unreachable(host: string, cause: unknown): Refusal {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: string }
  const status = /answered (\d{3})/.exec(message ?? '')?.[1]
  const words = status === undefined ? wordsFor[String(code)] : `it answered ${status}`
  return refused('unreachable', `${host} could not be reached: ${words ?? message ?? 'it failed'}`, true)
}
