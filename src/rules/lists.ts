/** Comma lists of the wire: “经办人, 部门负责人”. Chinese commas count; blanks around names do not. */
export function splitNames(text: string | undefined): string[] {
  return (text ?? '')
    .split(/[,，]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** An empty list restricts nothing (SL-008…010, ED-006). */
export function isNodeListed(list: string | undefined, taskNode: string): boolean {
  const names = splitNames(list);
  return names.length === 0 || names.includes(taskNode);
}
