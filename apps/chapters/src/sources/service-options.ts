/** How a service is reached. */
export type ServiceOptions = {
  /** The base address of its interface, without a slash at its end. */
  readonly url: string
  /** Whether addresses inside of the network may be called: for stand-ins. */
  readonly allowPrivate: boolean
  /** Who asks: services want to know, and some refuse those who do not say. */
  readonly userAgent: string
}
