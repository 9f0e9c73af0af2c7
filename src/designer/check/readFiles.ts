/** Characters; the server takes no larger document. */
export const DOCUMENT_LIMIT = 5 * 1024 * 1024;

export interface GivenText { name: string; text: string }

/** The text of a file without its mark of order. Refuses with a sentence for people. */
export async function readGiven(file: File): Promise<GivenText> {
  if (file.size > DOCUMENT_LIMIT) throw new RangeError(`“${file.name}”超过 5 MB，不能导入`);
  return { name: file.name, text: (await file.text()).replace(/^\uFEFF/, '') };
}
