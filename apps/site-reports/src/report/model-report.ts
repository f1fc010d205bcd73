import { z } from 'zod'

const text = z.string().trim().min(1)
const Point = z.object({
  text: text.describe('One or two sentences'),
  evidence: text.describe('Words quoted from the page, exactly as they stand there'),
  page: text.describe('The URL of the page that is quoted'),
})
const Score = z.object({
  score: z.int().min(0).max(10).describe('0 is worst, 10 is best'),
  reason: text,
})

/** What a model says about a site: the schema that it is given, and that its answer is checked by. */
export const ModelReport = z.object({
  summary: text.describe('What the site is, in three to five sentences'),
  audience: text.describe('Whom it is made for'),
  valueProposition: text.describe('What it promises them'),
  tone: text.describe('How it speaks'),
  strengths: z.array(Point),
  weaknesses: z.array(Point),
  suggestions: z.array(Point.extend({ effort: z.enum(['low', 'medium', 'high']) })),
  scores: z.object({ clarity: Score, content: Score, trust: Score, persuasion: Score, structure: Score }),
})

export type ModelReport = z.output<typeof ModelReport>
