import { Ajv2020 } from 'ajv/dist/2020.js'

type Operation = {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>
}
export type Document = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
export type Call = { readonly method: string; readonly path: string }

/** Compares answers with the description of the API, and remembers which of the described ones were seen. */
export class Described {
  readonly document: Document
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  readonly seen = new Set<string>()

  constructor(document: Document) {
    this.document = document
    this.#ajv.addSchema(document, 'api')
  }

  /** Each operation, as `get /jobs/{id}`. */
  get operations(): readonly string[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
  }

  /** Each operation with each status that it may answer with. */
  get answers(): readonly string[] {
    return this.operations.flatMap((name) =>
      Object.keys(this.operation(name).responses).map((status) => `${name} ${status}`),
    )
  }

  operation(name: string): Operation {
    const [method = '', path = ''] = name.split(' ')
    return this.document.paths[path]![method]!
  }

  /** What is wrong with an answer; empty when it is as described. */
  async faults(name: string, answer: Response): Promise<string[]> {
    const responses = this.operation(name).responses
    const described = responses[String(answer.status)]
    if (described === undefined)
      return [`${name} answers ${answer.status}, which is not described: ${await answer.text()}`]
    this.seen.add(`${name} ${answer.status}`)
    const type = (answer.headers.get('content-type') ?? '').split(';')[0]!
    const content = described.content ?? {}
    if (Object.keys(content).length === 0)
      return (await answer.text()) === '' ? [] : [`${name} ${answer.status} has a body`]
    if (!(type in content)) return [`${name} ${answer.status} is ${type}, not ${Object.keys(content).join(' or ')}`]
    if (!type.endsWith('json')) return []
    const [method = '', path = ''] = name.split(' ')
    const at = ['paths', path, method, 'responses', String(answer.status), 'content', type, 'schema']
    const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const validate = this.#ajv.getSchema(`api#/${pointer}`)!
    if (validate(await answer.json())) return []
    return (validate.errors ?? []).map((error) => `${name} ${answer.status}${error.instancePath}: ${error.message}`)
  }
}
