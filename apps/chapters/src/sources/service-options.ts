import type { AllowPrivate } from 'pawl'

/** How a service is reached. */
export type ServiceOptions = {
  /** The base address of its interface, without a slash at its end. */
  readonly url: string
  /** Private addresses that may be called: those of stand-ins. */
  readonly allowPrivate: AllowPrivate
  /** Who asks: services want to know, and some refuse those who do not say. */
  readonly userAgent: string
}
