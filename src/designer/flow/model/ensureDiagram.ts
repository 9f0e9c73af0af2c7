import { drawDiagram, isDiagramIncomplete } from './layout.ts';
import { moveNearOrigin, completeDiagram, hasInvalidCoordinates } from './repairDiagram.ts';
import { createModdle, makerOf, readXml, writeXml } from './moddle.ts';

/**
 * Returns the text with a diagram that shows every node. Missing nodes are added to an existing diagram; a diagram with
 * too large coordinates is moved near the origin. A diagram that is missing, invalid or too incomplete is replaced by a
 * new layout. Throws an error with a Chinese message if the text is not a process.
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
  const isComplete = !isDiagramIncomplete(definitions, process);
  if (isComplete && !wasInvalid && !wasMoved) return xml;
  // if elements cannot be added, or are still missing afterwards, the whole process is laid out
  if (!isComplete && !(completeDiagram(definitions, process, make) && !isDiagramIncomplete(definitions, process)))
    drawDiagram(definitions, process, make);
  return writeXml(moddle, definitions);
}
