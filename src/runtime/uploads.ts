/** Fields whose files are on their way, by the form they belong to: what is saved now would lack them. */
const underWay = new WeakMap<object, number>();

/** Counts a field whose uploads began; the answer is called once they ended. */
export function uploadBegins(form: object): () => void {
  underWay.set(form, (underWay.get(form) ?? 0) + 1);
  return () => { underWay.set(form, (underWay.get(form) ?? 1) - 1); };
}

export const hasUploads = (form: object): boolean => (underWay.get(form) ?? 0) > 0;
