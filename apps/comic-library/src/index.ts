export { comicLibrary } from './app.ts'
export type { CataloguedSeries, CoverCatalogue } from './covers/cover-catalogue.ts'
export type { ComicLibraryOptions } from './options.ts'
