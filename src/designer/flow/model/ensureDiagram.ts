import { drawDiagram, lacksDiagram } from './layout.ts';
import { moveNearOrigin, completeDiagram, hasInvalidCoordinates } from './repairDiagram.ts';
import { createModdle, makerOf, readXml, writeXml } from './moddle.ts';

/**
 * Returns the text with a diagram that shows every node. A complete diagram is kept, missing nodes are added, and a
 * missing or invalid diagram is laid out. Throws an error with a Chinese message if the text is not a process.
 */
export async function ensureDiagram(xml: string): Promise<string> {
  const moddle = createModdle();
  const parsed = await readXml(moddle, xml);
  if (!parsed.ok) throw new Error(parsed.detail);
  const { definitions, process } = parsed;
  const make = makerOf(moddle);
  const wasInvalid = hasInvalidCoordinates(definitions);
  if (wasInvalid) drawDiagram(definitions, process, make);
  const wasMoved = moveNearOrigin(definitions);
  const isComplete = !lacksDiagram(definitions, process);
  if (isComplete && !wasInvalid && !wasMoved) return xml;
  // `completeDiagram` does not add the elements of other planes
  if (!isComplete && !(completeDiagram(definitions, process, make) && !lacksDiagram(definitions, process)))
    drawDiagram(definitions, process, make);
  return writeXml(moddle, definitions);
}
