import { drawDiagram, lacksDiagram } from './layout.ts';
import { bringNear, completeDiagram, isBroken } from './mendDiagram.ts';
import { createModdle, makerOf, readXml, writeXml } from './moddle.ts';

/** The text with a diagram of every node: as it is where it has one, completed where it leaves some out, laid out where it has none that can be drawn. Throws with a Chinese sentence on what is no process. */
export async function drawable(xml: string): Promise<string> {
  const moddle = createModdle();
  const read = await readXml(moddle, xml);
  if (!read.ok) throw new Error(read.detail);
  const { definitions, process } = read;
  const make = makerOf(moddle);
  const isRedrawn = isBroken(definitions);
  if (isRedrawn) drawDiagram(definitions, process, make);
  const isMoved = bringNear(definitions);
  const isWhole = !lacksDiagram(definitions, process);
  if (isWhole && !isRedrawn && !isMoved) return xml;
  // completing may still leave something out that stands on another plane
  if (!isWhole && !(completeDiagram(definitions, process, make) && !lacksDiagram(definitions, process)))
    drawDiagram(definitions, process, make);
  return writeXml(moddle, definitions);
}
