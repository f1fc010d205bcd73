export type Heading = { readonly level: number; readonly text: string }

/** Absolute, without its fragment and what only tracks people. */
export type Link = { readonly url: string; readonly text: string }

export type Image = {
  readonly url: string
  /** Null where the page says nothing; empty where it says that the image is decoration. */
  readonly alt: string | null
}

/** A block of JSON-LD, in short. */
export type StructuredData = { readonly types: readonly string[]; readonly name: string | null }

/** All that is known of a page from its HTML alone. Bounded: no page makes it larger than about 1 MB. */
export type PageFacts = {
  /** Where it came from, after redirects. */
  readonly url: string
  /** What it is called: by its structured data, its meta elements or its title, without the name of the site. */
  readonly title: string
  /** What stands in its title element, as search engines show it. */
  readonly titleTag: string | null
  /** By its structured data or any of its meta elements. */
  readonly description: string | null
  /** What stands in its meta element `description`, as search engines show it. */
  readonly descriptionTag: string | null
  /** Its description, or else its first paragraph. */
  readonly excerpt: string | null
  readonly byline: string | null
  readonly siteName: string | null
  readonly publishedAt: string | null
  /** Absolute. */
  readonly canonical: string | null
  /** As in BCP 47, as the page says it. */
  readonly language: string | null
  readonly direction: 'ltr' | 'rtl' | 'auto' | null
  /** What its meta element `robots` asks for, in lower case: `noindex`, `nofollow`. */
  readonly robots: readonly string[]
  readonly viewport: string | null
  readonly charset: string | null
  readonly favicon: string | null
  readonly headings: readonly Heading[]
  /** Without `og:`. Of several values the first. */
  readonly openGraph: Readonly<Record<string, string>>
  /** Without `twitter:`. */
  readonly twitter: Readonly<Record<string, string>>
  readonly jsonLd: readonly StructuredData[]
  /** Blocks of JSON-LD that are no JSON. */
  readonly brokenJsonLd: number
  /** To pages of the same host, each once; and the others. */
  readonly linksIn: readonly Link[]
  readonly linksOut: readonly Link[]
  /** How many there are, if the lists had to be cut. */
  readonly linkCounts: { readonly in: number; readonly out: number; readonly withoutText: number }
  readonly images: readonly Image[]
  readonly imageCounts: { readonly all: number; readonly withoutAlt: number }
  readonly forms: { readonly fields: number; readonly withoutLabel: number }
  /** What a person would read, a paragraph a line. May be cut; `words` counts all of it. */
  readonly text: string
  readonly words: number
  /** Whether there is enough text to be read in one piece. */
  readonly isReadable: boolean
  readonly technologies: readonly string[]
  /** Where it sends people by itself, and after how many seconds. */
  readonly refresh: { readonly url: string; readonly seconds: number } | null
}
