import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { HttpError } from './errors.ts'

/** All addresses of a name. */
export type Lookup = (hostname: string) => Promise<readonly string[]>

/** Why an address must not be called, or undefined when it may be. */
export type RefusalOf = (address: string) => string | undefined

type ConnectorOptions = {
  readonly lookup: Lookup
  readonly refusalOf: RefusalOf
  readonly connectTimeoutMs: number
  /** Told of each socket, also of one that never gets connected. */
  readonly onSocket: (socket: Socket) => void
}

/**
 * Opens connections to addresses that may be called, and to no others. The addresses that were checked are the ones the socket
 * gets: there is no second look at the name in between that could bring another answer.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { refusalOf, connectTimeoutMs, onSocket } = options
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    autoSelectFamily: true,
    lookup: checkedLookup(options),
    // buildConnector is declared to return nothing, and returns the socket
  }) as (...args: Parameters<buildConnector.connector>) => Socket

  return (target, callback) => {
    // a socket looks up names only
    const refusal = isIP(target.hostname) === 0 ? undefined : refusalOf(target.hostname)
    if (refusal === undefined) onSocket(connect(target, callback))
    else callback(addressRefused(target.hostname, refusal), null)
  }
}

function checkedLookup({ lookup, refusalOf }: ConnectorOptions): LookupFunction {
  return (hostname, _options, callback) => {
    checkedAddresses(hostname, lookup, refusalOf).then(
      (addresses) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        ),
      (error) => callback(error, []),
    )
  }
}

/** One address too many is refused as a whole: a name that also points inside is either a mistake or an attack. */
async function checkedAddresses(hostname: string, lookup: Lookup, refusalOf: RefusalOf): Promise<readonly string[]> {
  const addresses = await lookup(hostname).catch((error) => {
    const code = typeof error?.code === 'string' ? ` (${error.code})` : ''
    throw new HttpError('name-not-resolved', `the name ${hostname} could not be resolved${code}`, { cause: error })
  })
  if (addresses.length === 0) throw new HttpError('name-not-resolved', `the name ${hostname} has no address`)
  for (const address of addresses) {
    const refusal = refusalOf(address)
    if (refusal !== undefined) throw addressRefused(`${hostname} (${address})`, refusal)
  }
  return addresses
}

function addressRefused(target: string, refusal: string): HttpError {
  return new HttpError(
    'address-refused',
    `${target} must not be called: ${refusal}. Allow private addresses if it is meant to be`,
  )
}
