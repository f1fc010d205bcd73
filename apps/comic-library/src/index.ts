export { comicLibrary } from './app.ts'
