const first = (
  'Crimson,Silent,Hollow,Golden,Broken,Midnight,Wandering,Paper,Iron,Electric,Frozen,Hidden,Burning,Velvet,Distant,Copper,' +
  'Restless,Painted,Savage,Gentle,Forgotten,Lucky,Thunder,Marble,Amber,Clockwork,Scarlet,Tidal,Wicked,Northern'
).split(',')
const second = (
  'Harbour,Lantern,Ravens,Orchard,Comet,Garden,Detective,Riders,Kingdom,Machine,Voyage,Tigers,Theatre,Mountain,Circus,Empire,' +
  'Wolves,Library,Station,Prophet,Islands,Sailor,Cathedral,Dragons,Express,Guardians,Parade,Winter,Engine,Legion'
).split(',')
const third = 'Tales,Chronicles,Adventures,Stories,Mysteries,Nights,Legends,Files,Returns,Reborn,Unbound,Origins'.split(
  ',',
)

/** The name of a series, another one for each index: as many as anybody needs. */
export function seriesTitle(index: number): string {
  const pairs = first.length * second.length
  // neighbours in a list should not look alike
  const mixed = (index * 7919) % pairs
  const pair = `${first[mixed % first.length]} ${second[Math.floor(mixed / first.length)]}`
  const round = Math.floor(index / pairs)
  if (round === 0) return pair
  const word = third[(round - 1) % third.length]
  const more = Math.floor((round - 1) / third.length)
  return more === 0 ? `${pair} ${word}` : `${pair} ${word} ${String.fromCharCode(65 + (more % 26))}`
}
