import { problemIn } from '@pawl/app/testing'
import { expect, test } from 'vitest'
import { apiServer } from '../support/api-server.ts'
import { appDatabase } from '../support/app-database.ts'
import { addChapter, addNotification, addReader, addSeries, follow } from '../support/rows.ts'

const database = appDatabase()
const db = database.pool

test('of two series that are the same one is made: readers, marks, notifications, chapters and sources', async () => {
  const { send, get, ask } = await apiServer(database)
  const [staying, joining] = [await addSeries(db, 'The Door'), await addSeries(db, 'Door, The')]
  const kept = await addChapter(db, staying, { number: '1' })
  const same = await addChapter(db, joining, { number: '1.0' })
  const own = await addChapter(db, joining, { number: '2', title: 'Only here' })
  const oneShot = await addChapter(db, joining, { title: 'An extra' })
  await db.query('update chapters.series set latest_chapter = 2 where id = $1', [joining.id])
  const [both, late] = [await addReader(db), await addReader(db)]
  await follow(db, both, staying, joining)
  await follow(db, late, joining)
  await send('PUT', `/readers/${both}/library/${joining.id}/read-through`, { number: '0.5' })
  await send('PUT', `/readers/${late}/read/${same}`)
  await addNotification(db, both, kept)
  for (const reader of [both, late]) await addNotification(db, reader, same)
  await addNotification(db, late, own)

  const merged = await send('POST', `/series/${staying.id}/merge`, { series: joining.id })

  expect(merged).toMatchObject({
    title: 'The Door',
    latestChapter: '2',
    sources: [{ id: staying.sourceId }, { source: 'shelf' }],
  })
  // what is under way for the old one finds its source gone
  expect(merged.sources[1].id).not.toBe(joining.sourceId)
  expect((await ask(`/series/${joining.id}`)).status).toBe(404)
  const { chapters } = await get(`/series/${staying.id}/chapters`)
  expect(chapters.map(({ id }: { id: number }) => id)).toEqual([own, kept, oneShot])
  expect((await get(`/readers/${both}/library`)).entries).toMatchObject([
    { seriesId: staying.id, readThrough: '0.5', unread: 3 },
  ])
  expect((await get(`/readers/${late}/library`)).entries).toMatchObject([{ seriesId: staying.id, unread: 2 }])
  const told = async (reader: number) =>
    (await get(`/readers/${reader}/notifications`)).notifications.map(
      (each: { chapter: { id: number } }) => each.chapter.id,
    )
  expect(await told(both)).toEqual([kept])
  expect((await told(late)).sort()).toEqual([kept, own].sort())
})

test('a series joins no other that is not there, and not itself', async () => {
  const { ask } = await apiServer(database)
  const series = await addSeries(db)
  const merge = async (into: number, json: unknown) => {
    const answer = await ask(`/series/${into}/merge`, { method: 'POST', json })
    return [answer.status, (await problemIn(answer)).detail]
  }
  expect(await merge(series.id, { series: series.id })).toEqual([400, 'a series cannot join itself'])
  expect(await merge(series.id, { series: 4_711_000 })).toEqual([404, expect.stringContaining('no series 4711000')])
  expect(await merge(4_711_000, { series: series.id })).toEqual([404, expect.stringContaining('no series 4711000')])
  expect((await ask(`/series/${series.id}`)).status).toBe(200)
})
