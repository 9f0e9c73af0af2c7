import axe from 'axe-core';

/** What axe finds in a part of a page that is not laid out: everything but colours and landmarks of the whole page. */
export async function axeFaults(root: Element): Promise<string[]> {
  const { violations } = await axe.run(root, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}
