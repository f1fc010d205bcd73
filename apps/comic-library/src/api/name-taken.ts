import { ProblemError } from '@pawl/app'

export const nameTaken = (name: string) =>
  new ProblemError(409, 'name-taken', `there is a library ${name} already; give this one another name`)
