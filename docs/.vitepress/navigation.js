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
  return [...groups.filter(({ items }) => items.length > 0), folder(path.join(root, 'docs'), 'decisions')]
}

/** The README of a folder is what its group links to. */
function folder(docs, name) {
  const files = fs.readdirSync(path.join(docs, name)).filter((file) => file.endsWith('.md')).sort()
  const [group, ...items] = ['README.md', ...files.filter((file) => file !== 'README.md')].map((file) => ({
    text: /^# (.+)$/m.exec(fs.readFileSync(path.join(docs, name, file), 'utf8'))[1],
    link: `/${name}/${file.replace(/\.md$/, '')}`,
  }))
  return { ...group, collapsed: true, items }
}

/** A page that no list names can only be found by searching. */
export function checkNavigation(navigation, pages) {
  const listed = new Set(navigation.flatMap((group) => [group, ...group.items]).map(({ link }) => `${link?.slice(1)}.md`))
  const missing = pages.filter((page) => page !== 'index.md' && !listed.has(page))
  if (missing.length > 0) throw new Error(`the README's list of documents does not name ${missing.join(', ')}`)
}
