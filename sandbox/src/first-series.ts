import type { SeriesOptions } from './catalogue/new-series.ts'

/** What the sandbox has when it starts. Their place says what their ids are: add at the end. */
export const firstSeries: readonly SeriesOptions[] = [
  { title: 'Lanterns at Sea', services: ['mangadex', 'mangapark'], chapters: 42 },
  { title: 'The Clockmaker of Ueno', services: ['mangadex', 'mangapark'], chapters: 117 },
  { title: 'Rooftop Garden 204', services: ['mangadex', 'mangaupdates'], chapters: 12 },
  { title: 'Salt and Ink', services: ['mangadex'], chapters: 610 },
  { title: 'Paper Boats', services: ['feeds'], chapters: 8 },
  { title: 'A Map of Small Hours', services: ['feeds'], chapters: 20 },
  { title: 'Nobody Told the Fox', services: ['mangapark'], chapters: 33 },
  { title: 'The Last Tram', services: ['mangadex', 'mangapark', 'mangaupdates'], chapters: 5 },
]
