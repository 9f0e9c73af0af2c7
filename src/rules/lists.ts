/**
 * Splits a comma-separated list of names, such as “经办人, 部门负责人”. Chinese commas separate too; blanks around names are
 * removed.
 */
export function splitNames(text: string | undefined): string[] {
  return (text ?? '')
    .split(/[,，]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/**
 * Returns true if a comma-separated list contains the task node; an empty list allows every node (SL-008…010, ED-006).
 */
export function isNodeAllowed(list: string | undefined, taskNode: string): boolean {
  const names = splitNames(list);
  return names.length === 0 || names.includes(taskNode);
}
