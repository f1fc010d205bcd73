export type CoverOptions = {
  readonly width: number
  readonly height: number
  readonly titles: readonly string[]
}

/** Covers as JPEG, one for each title: a colour of its own, a shape of its own, dots as in print. */
export async function drawCovers({ width, height, titles }: CoverOptions): Promise<readonly Buffer[]> {
  // not before it is needed: whoever wants another stand-in should not wait for it
  const { default: sharp } = await import('sharp')
  const covers: Buffer[] = []
  for (const [index, title] of titles.entries()) {
    const svg = Buffer.from(coverSvg(title, index, width, height))
    covers.push(await sharp(svg).jpeg({ quality: 72 }).toBuffer())
  }
  return covers
}

function coverSvg(title: string, index: number, width: number, height: number): string {
  // steps of the golden angle: no two of them look alike
  const hue = Math.round((index * 137.508) % 360)
  const sky = `hsl(${hue}, 62%, 42%)`
  const light = `hsl(${(hue + 40) % 360}, 80%, 68%)`
  const dark = `hsl(${(hue + 200) % 360}, 55%, 18%)`
  const unit = width / 100
  const dot = unit * 3
  const words = title.split(' ').map((word, at) => {
    const y = height * 0.16 + at * unit * 13
    return `<text x="50%" y="${y}" text-anchor="middle" font-size="${unit * 12}" font-weight="bold" font-family="sans-serif" fill="white">${word}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs>
<linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
<pattern id="p" width="${dot}" height="${dot}" patternUnits="userSpaceOnUse"><circle cx="${dot / 2}" cy="${dot / 2}" r="${dot * 0.28}" fill="${light}" opacity="0.35"/></pattern>
</defs>
<rect width="100%" height="100%" fill="url(#g)"/>
<rect width="100%" height="100%" fill="url(#p)"/>
${figure(index, width, height, light, dark)}
${words.join('\n')}
</svg>`
}

function figure(index: number, width: number, height: number, light: string, dark: string): string {
  const [x, y, size] = [width * (0.3 + 0.1 * (index % 5)), height * 0.62, width * (0.2 + 0.04 * (index % 4))]
  const shapes = [
    `<circle cx="${x}" cy="${y}" r="${size}" fill="${light}"/>`,
    `<rect x="${x - size}" y="${y - size}" width="${size * 2}" height="${size * 2}" fill="${light}" transform="rotate(${index * 11} ${x} ${y})"/>`,
    `<polygon points="${x},${y - size} ${x + size},${y + size} ${x - size},${y + size}" fill="${light}"/>`,
  ]
  return `${shapes[index % shapes.length]}<ellipse cx="${x}" cy="${y + size * 1.1}" rx="${size * 1.2}" ry="${size * 0.2}" fill="${dark}"/>`
}
