import type { FlowDefinition, FlowNode } from '../definition.ts';
import type { Box, FlowLayout, Point } from './flowLayout.ts';

/** Ids of the completed nodes, and of the nodes where the process currently is. */
export interface Progress {
  completedIds: ReadonlySet<string>;
  currentIds: ReadonlySet<string>;
}

const MARGIN = 30;
const COLORS = { done: ['#f0f9eb', '#52a03a'], open: ['#fff7e6', '#d97706'], plain: ['#ffffff', '#5b6b82'] } as const;
const CHARS_PER_LINE = 8;
const MAX_LINES = 3;

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
const centerOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Splits a text into at most MAX_LINES lines; the last line of a longer text ends with “…”. */
function wrapText(text: string): string[] {
  const chars = [...text];
  const lineAt = (index: number, length = CHARS_PER_LINE): string =>
    chars.slice(index * CHARS_PER_LINE, index * CHARS_PER_LINE + length).join('');
  const lineCount = Math.ceil(chars.length / CHARS_PER_LINE);
  const lines = Array.from({ length: Math.min(lineCount, MAX_LINES) }, (_line, index) => lineAt(index));
  return lineCount > MAX_LINES ? [...lines.slice(0, -1), `${lineAt(MAX_LINES - 1, CHARS_PER_LINE - 1)}…`] : lines;
}

/**
 * Returns the SVG of a text in lines of at most CHARS_PER_LINE characters, centred at a point. `size`: font size in px.
 */
function textSvg(text: string, { x, y }: Point, size: number): string {
  const lines = wrapText(text);
  return lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${y + (index - (lines.length - 1) / 2) * (size + 4)}" font-size="${size}" text-anchor="middle" dominant-baseline="middle" fill="#1f2937">${escapeXml(line)}</text>`,
    )
    .join('');
}

/** The bars of the markers, as x1, y1, x2, y2 relative to the centre of the marker. */
const BARS = {
  parallel: [
    [-6, -5, -6, 5],
    [0, -5, 0, 5],
    [6, -5, 6, 5],
  ],
  sequential: [
    [-6, -5, 6, -5],
    [-6, 0, 6, 0],
    [-6, 5, 6, 5],
  ],
} as const;

/**
 * Returns the BPMN marker of a node that runs several times or that several assignees must decide: three vertical bars
 * for parallel runs, three horizontal bars for sequential runs. '' for any other node.
 */
function repeatMarkSvg({ repeat, settings }: FlowNode, box: Box, stroke: string): string {
  const mode = settings?.sign.mode;
  const isSequential = repeat ? repeat.isSequential : mode === 'sequence';
  if (!repeat && !isSequential && mode !== 'all' && mode !== 'ratio') return '';
  const bars = isSequential ? BARS.sequential : BARS.parallel;
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 10];
  return `<g data-repeat="${isSequential ? 'sequence' : 'all'}" stroke="${stroke}" stroke-width="2">${bars.map(([x1, y1, x2, y2]) => `<line x1="${x + x1}" y1="${y + y1}" x2="${x + x2}" y2="${y + y2}"/>`).join('')}</g>`;
}

/**
 * Returns whether a node that may be an event is drawn as a circle. Nodes of kind 'pass' and 'wait' are events or
 * tasks: a square box means an event.
 */
const isRound = ({ kind }: FlowNode, { width, height }: Box): boolean =>
  (kind !== 'pass' && kind !== 'wait') || Math.abs(width - height) < 2;

/** Returns the SVG of a node: its shape, coloured by progress, its name and its marker. */
function nodeSvg(node: FlowNode, box: Box, { completedIds, currentIds }: Progress): string {
  const [fill, stroke] = COLORS[currentIds.has(node.id) ? 'open' : completedIds.has(node.id) ? 'done' : 'plain'];
  const colorAttributes = `fill="${fill}" stroke="${stroke}" stroke-width="${currentIds.has(node.id) ? 3 : 1.5}"`;
  const { x, y } = centerOf(box);
  const nameBelow =
    node.name === node.id
      ? ''
      : textSvg(node.name, { x, y: box.y + box.height + 14 + (wrapText(node.name).length - 1) * 8 }, 12);
  switch (node.kind) {
    case 'exclusive':
    case 'parallel':
    case 'inclusive':
    case 'race': {
      const symbol = { exclusive: '×', parallel: '+', inclusive: '○', race: '◇' }[node.kind];
      return `<polygon points="${x},${box.y} ${box.x + box.width},${y} ${x},${box.y + box.height} ${box.x},${y}" ${colorAttributes}/><text x="${x}" y="${y}" font-size="20" text-anchor="middle" dominant-baseline="central" fill="${stroke}">${symbol}</text>${nameBelow}`;
    }
    case 'start':
    case 'end':
    case 'terminate':
    case 'error':
    case 'timer':
    case 'wait':
    case 'boundary':
    case 'pass':
      if (isRound(node, box))
        return `<circle cx="${x}" cy="${y}" r="${Math.min(box.width, box.height) / 2}" ${node.kind === 'end' ? colorAttributes.replace('stroke-width="1.5"', 'stroke-width="3.5"') : colorAttributes}/>${nameBelow}`;
      break;
    default:
  }
  return `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="8" ${colorAttributes}${node.kind === 'scope' ? ' fill-opacity="0.2"' : ''}/>${node.kind === 'scope' ? textSvg(node.name, { x, y: box.y + 14 }, 13) : textSvg(node.name, { x, y }, 13)}${repeatMarkSvg(node, box, stroke)}`;
}

/** Returns a process diagram as SVG, in which colors show the progress. All text is escaped. */
export function flowSvg(flow: FlowDefinition, { boxes, lines }: FlowLayout, progress: Progress): string {
  const allBoxes = [...boxes.values()];
  const left = Math.min(...allBoxes.map(({ x }) => x), 0) - MARGIN;
  const top = Math.min(...allBoxes.map(({ y }) => y), 0) - MARGIN;
  const width = Math.max(...allBoxes.map(({ x, width: w }) => x + w), 100) + MARGIN - left;
  const height = Math.max(...allBoxes.map(({ y, height: h }) => y + h), 60) + MARGIN + 20 - top;
  const drawnLines = Object.values(flow.edges).map((edge) => {
    const from = boxes.get(edge.source);
    const to = boxes.get(edge.target);
    const points =
      lines.get(edge.id) ??
      (from && to
        ? [
            { x: from.x + from.width, y: centerOf(from).y },
            { x: to.x, y: centerOf(to).y },
          ]
        : []);
    if (points.length === 0) return '';
    const segmentStart = points[Math.floor((points.length - 1) / 2)] ?? { x: 0, y: 0 };
    const segmentEnd = points[Math.floor((points.length - 1) / 2) + 1] ?? segmentStart;
    return `<polyline points="${points.map(({ x, y }) => `${x},${y}`).join(' ')}" fill="none" stroke="#8592a6" stroke-width="1.5" marker-end="url(#arrow)"/>${edge.name ? textSvg(edge.name, { x: (segmentStart.x + segmentEnd.x) / 2, y: (segmentStart.y + segmentEnd.y) / 2 - 8 }, 11) : ''}`;
  });
  // larger shapes first, so that the content of a sub-process is drawn over its box
  const nodes = Object.values(flow.nodes)
    .filter(({ id }) => boxes.has(id))
    .toSorted((a, b) => area(boxes.get(b.id)) - area(boxes.get(a.id)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="sans-serif"><defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 10 5 0 10z" fill="#8592a6"/></marker></defs><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#ffffff"/>${nodes
    .filter(({ kind }) => kind === 'scope')
    .map((node) => nodeSvg(node, boxes.get(node.id) as Box, progress))
    .join('')}${drawnLines.join('')}${nodes
    .filter(({ kind }) => kind !== 'scope')
    .map((node) => nodeSvg(node, boxes.get(node.id) as Box, progress))
    .join('')}</svg>`;
}

const area = (box: Box | undefined): number => (box ? box.width * box.height : 0);
