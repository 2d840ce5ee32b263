// The README's list of documents is the navigation of the site: one bullet for each group, its links in order.
// Folders follow, with the titles of their documents.
import fs from 'node:fs'
import path from 'node:path'

const GROUP = /^- \*\*(.+?)\*\*:? (.*(?:\n  .*)*)/gm
const PAGE = /\[([^\]]+)\]\(docs\/([^)#]+)\.md\)/g

export function readNavigation(root) {
  const list = fs.readFileSync(path.join(root, 'README.md'), 'utf8').split('\n## Documentation\n')[1]
  const groups = [...list.split('\n## ')[0].matchAll(GROUP)].map(([, text, links]) => ({
    text,
    items: [...links.matchAll(PAGE)].map(([, title, page]) => ({ text: title, link: `/${page}` })),
  }))
  const decisions = { text: 'Decisions', collapsed: true, items: titles(path.join(root, 'docs'), 'decisions') }
  return [...groups.filter(({ items }) => items.length > 0), decisions]
}

function titles(docs, folder) {
  return fs.readdirSync(path.join(docs, folder)).filter((file) => file.endsWith('.md')).sort().map((file) => ({
    text: /^# (.+)$/m.exec(fs.readFileSync(path.join(docs, folder, file), 'utf8'))[1],
    link: `/${folder}/${file.replace(/\.md$/, '')}`,
  }))
}

/** A page that no list names can only be found by searching. */
export function checkNavigation(navigation, pages) {
  const listed = new Set(navigation.flatMap(({ items }) => items.map(({ link }) => `${link.slice(1)}.md`)))
  const missing = pages.filter((page) => page !== 'index.md' && !listed.has(page))
  if (missing.length > 0) throw new Error(`the README's list of documents does not name ${missing.join(', ')}`)
}
