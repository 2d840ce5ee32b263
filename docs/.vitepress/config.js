import path from 'node:path'
import { defineConfig } from 'vitepress'
import { checkAnchors, repositoryLinks, slugify } from './links.js'
import { checkNavigation, readNavigation } from './navigation.js'

const docs = path.resolve(import.meta.dirname, '..')
const root = path.resolve(docs, '..')
const repository = 'https://github.com/dynamooutbox/dynamo-outbox'
const navigation = readNavigation(root)
const mark =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%230f766e'/%3E%3Cpath d='M7 11h8v10H7zM15 16h9m-4-4 4 4-4 4' fill='none' stroke='%23fff' stroke-width='2.4' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

export default defineConfig({
  lang: 'en',
  title: 'Dynamo Outbox',
  description: 'A transactional outbox for Java services that keep their state in DynamoDB',
  head: [['link', { rel: 'icon', href: mark }]],
  // For readers of the repository.
  srcExclude: ['README.md'],
  markdown: {
    anchor: { slugify },
    config: (md) => {
      // Long names may be broken where their words end, or they push the other columns of a table aside.
      const code = md.renderer.rules.code_inline
      md.renderer.rules.code_inline = (...rendered) =>
        code(...rendered).replace(/(?<=>)[^<>\s]{13,}(?=<)/, (name) => name.replace(/[._/-](?=\w)|[a-z](?=[A-Z])/g, '$&<wbr>'))
      // GitHub chooses a picture by the system's colours, the site by its own switch.
      md.renderer.rules.html_inline = (tokens, at) =>
        tokens[at].content
          .replace(/^<img /, '<img class="light" ')
          .replace(/^<source media="\(prefers-color-scheme: dark\)" srcset=/, '<img class="dark" alt="" src=')
      md.use(repositoryLinks, { docs, root, repository, isPage: (file) => /^[^.].*\.md$/.test(file) && file !== 'README.md' })
    },
  },
  themeConfig: {
    logo: mark,
    nav: [
      { text: 'Write', link: '/writer' },
      { text: 'Deploy', link: '/deploy' },
      { text: 'Operate', link: '/operations' },
      { text: 'GitHub', link: repository },
    ],
    sidebar: navigation,
    outline: [2, 3],
    notFound: { title: 'No such page', quote: 'It may have moved. Search for it, or start again.', linkText: 'Start' },
    search: { provider: 'local' },
  },
  buildEnd: (site) => {
    checkNavigation(navigation, site.pages)
    checkAnchors(site)
  },
})
