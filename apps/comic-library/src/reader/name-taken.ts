import { ProblemError } from '@pawl/server/routes'

export const nameTaken = (name: string) =>
  new ProblemError(409, 'name-taken', `there is a library ${name} already; give this one another name`)
