const digitsByCurrency = new Map<string, number>()

/** How many digits a currency has behind the point: 2 for USD, 0 for JPY. Undefined: no such currency code. */
export function currencyDigits(currency: string): number | undefined {
  if (!/^[A-Z]{3}$/.test(currency)) return undefined
  const known = digitsByCurrency.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  digitsByCurrency.set(currency, digits)
  return digits
}
