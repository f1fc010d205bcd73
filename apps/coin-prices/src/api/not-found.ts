import { notFound } from '@pawl/app'

export const unknownCoin = (id: number) =>
  notFound('coin', id, 'GET /api/coin-prices/coins or pawl coins list shows all')
