// Documents link as GitHub understands it. The site follows: the anchors of headings are GitHub's, and what is no page of
// the site is linked in the repository. What leads nowhere fails the build; VitePress itself only looks for missing pages.
import fs from 'node:fs'
import path from 'node:path'

const EXTERNAL = /^[a-z]+:/i
const LINK = /<a [^>]*href="([^"]*)"/g
const SITE = 'http://site.invalid'

export function slugify(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
}

/** A plugin of markdown-it. `isPage` says which documents the site has. */
export function repositoryLinks(md, { docs, root, repository, isPage }) {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const token of tokens.flatMap((each) => each.children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : ''
      if (!href || EXTERNAL.test(href) || href.startsWith('#') || href.startsWith('/')) continue
      const [file, anchor] = decodeURI(href).split('#')
      const target = path.resolve(path.dirname(path.join(docs, env.relativePath)), file)
      if (!fs.existsSync(target)) throw new Error(`${env.relativePath} links to ${href}, which does not exist`)
      if (isPage(path.relative(docs, target))) continue
      const kind = fs.statSync(target).isDirectory() ? 'tree' : 'blob'
      const url = `${repository}/${kind}/main/${path.relative(root, target)}`
      token.attrSet('href', anchor ? `${url}#${anchor}` : url)
    }
  })
}

/** Looks for the anchors that pages link to. */
export function checkAnchors({ outDir, pages, site }) {
  const html = new Map(
    pages.map((page) => page.replace(/\.md$/, '.html')).map((page) => [page, fs.readFileSync(path.join(outDir, page), 'utf8')]),
  )
  const dead = new Set()
  for (const [page, text] of html) {
    for (const [, href] of text.matchAll(LINK)) {
      const url = new URL(href, `${SITE}${site.base}${page}`)
      const file = decodeURI(url.pathname.slice(site.base.length))
      if (url.origin !== SITE || !url.hash || html.get(file)?.includes(` id="${decodeURIComponent(url.hash.slice(1))}"`)) continue
      dead.add(`${page} links to ${file}${url.hash}`)
    }
  }
  if (dead.size > 0) throw new Error(`no such headings:\n${[...dead].join('\n')}`)
}
