import { z } from 'zod'

const id = z.union([z.string(), z.number()]).transform(String)

export const typeList = z.object({ types: z.array(z.object({ id, title: z.string().default('') })).default([]) })

const issue = z.object({
  id,
  year: z.number().int().nullish(),
  gregorian_year: z.number().int().nullish(),
  mint_letter: z.string().nullish(),
})

/** Some versions answer with the list, others with the list inside an object. */
export const issueList = z.union([z.array(issue), z.object({ items: z.array(issue) }).transform(({ items }) => items)])

export const priceList = z.object({
  currency: z.string(),
  prices: z.array(z.object({ grade: z.string(), price: z.union([z.number(), z.string()]) })).default([]),
})
