import { drawDiagram, lacksDiagram } from './layout.ts';
import { createModdle, makerOf, readXml, writeXml } from './moddle.ts';

/** The text with a diagram of every node: as it is where it has one, laid out where not. Throws with a Chinese sentence on what is no process. */
export async function drawable(xml: string): Promise<string> {
  const moddle = createModdle();
  const read = await readXml(moddle, xml);
  if (!read.ok) throw new Error(read.detail);
  if (!lacksDiagram(read.definitions, read.process)) return xml;
  drawDiagram(read.definitions, read.process, makerOf(moddle));
  return writeXml(moddle, read.definitions);
}
