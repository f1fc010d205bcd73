/** The credentials that the stand-ins accept. */
export const coinKeys = {
  ebay: { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' },
  /** An eBay key that grants tokens and has no access to Marketplace Insights, as most keys. */
  ebayWithoutInsights: { clientId: 'sandbox-client-basic', clientSecret: 'sandbox-secret' },
  pcgs: { token: 'sandbox-pcgs-token' },
  /** PCGS answers 500 to a token that has expired. */
  pcgsExpired: { token: 'sandbox-pcgs-expired' },
  numista: { apiKey: 'sandbox-numista-key' },
} as const
