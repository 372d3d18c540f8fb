/** The beginning of each Markdown page. */
export function pageHead(title: string, origin: string, page: string): string {
  return [
    `# ${title}`,
    `> This is ${origin}${page} for machines. All pages for machines are listed in ${origin}/llms.txt.`,
  ].join('\n\n');
}
