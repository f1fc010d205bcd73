import { lookup } from 'node:dns/promises'
import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { siteBench } from '../support/site-bench.ts'

const bench = siteBench()
const inside = 'addresses inside of the network are not called: '

describe('addresses inside of the network', () => {
  it('are refused when they are asked for, however they are written', async () => {
    const { port } = new URL(bench.canary.url)
    const refusals: unknown[] = []
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', 'localhost', '10.0.0.1']) {
      refusals.push(await bench.read(`http://${host}:${port}/`))
    }
    refusals.push(await bench.read('http://169.254.169.254/latest/meta-data/'))
    expect(refusals.map((refusal) => (refusal as { code: string }).code)).toEqual(Array(8).fill('private-address'))
    expect(refusals.map((refusal) => (refusal as { message: string }).message)).toMatchObject({
      0: `${inside}127.0.0.1 is a loopback address`,
      7: `${inside}169.254.169.254 is the metadata service of a cloud`,
    })
    expect(bench.canary.reached).toBe(0)
  })

  it.each(['', 'refresh', 'metadata', 'mapped', 'number', 'name'])(
    'are refused where a site leads to them: inside.example/%s',
    async (path) => {
      const refusal = await bench.read(`https://inside.example/${path}`)
      expect(refusal).toMatchObject({ code: 'private-address', isPassing: false })
      expect((refusal as { message: string }).message).toMatch(/^addresses inside of the network are not called: /)
      expect(bench.canary.reached).toBe(0)
    },
  )

  it('are refused where a robots.txt leads to them, and nothing else is asked for', async () => {
    expect(await bench.read('https://robots-inside.example/')).toMatchObject({ code: 'private-address' })
    expect(bench.sandbox.web.paths('robots-inside.example')).toEqual(['/robots.txt'])
    expect(bench.canary.reached).toBe(0)
  })

  it('are refused when a name resolves to them, at the moment of the call', async () => {
    // the name of this machine is the one that is sure to lead inside, where it leads anywhere
    const name = hostname()
    const resolves = await lookup(name).then(
      () => true,
      () => false,
    )
    const refusal = await bench.read(`http://${name}:${new URL(bench.canary.url).port}/`)
    const expected = resolves
      ? {
          code: 'private-address',
          message: expect.stringMatching(/ are not called: \S+ \(\S+\) is an? [\w-]+ address$/),
        }
      : { code: 'robots-unreachable' }
    expect(refusal).toMatchObject(expected)
    expect(bench.canary.reached).toBe(0)
  })

  it.each([
    ['example.org', 'it is not a whole address, as in https://example.org/'],
    ['ftp://example.org/', 'it begins with ftp: and not with https: or http:'],
    ['https://me:secret@example.org/', 'it contains a user or a password'],
  ])('are not all that is refused: %s', async (url, message) => {
    expect(await bench.read(url)).toEqual({ kind: 'refused', code: 'invalid-url', message, isPassing: false })
  })

  it('are not reached by way of a file either', async () => {
    expect(await bench.read('https://inside.example/file')).toMatchObject({ code: 'invalid-url' })
  })
})
