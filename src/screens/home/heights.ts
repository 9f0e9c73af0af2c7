import type { ChartNode, GreetingNode, LinkPanelNode, NoticePanelNode, TaskPanelNode } from '../../grammar/nodes.ts';

/** Heights in pixels, as defined by screens.css. FRAME_HEIGHT: a card without content (padding, heading, gap). */
const FRAME_HEIGHT = 69;
const LINE_HEIGHT = 43;
/** A link and the gap below it, which the last row does not have. */
const LINK_HEIGHT = 40;
const LINK_GAP = 8;

/** Default numbers of shown items, and default height of charts in pixels. */
export const DEFAULT_TASKS = 6;
export const DEFAULT_NOTICES = 6;
export const DEFAULT_LINKS = 12;
export const DEFAULT_CHART_HEIGHT = 280;

/**
 * Heights of full home page blocks in pixels, reserved while code and rows load, so that the blocks below do not move.
 */
export const greetingHeight = (_node: GreetingNode): number => 28;
/** Height with all figures in a single row. */
export const workFiguresHeight = (): number => 106;
/** One pixel less than the sum, because the last line has no border. */
export const taskPanelHeight = ({ count = DEFAULT_TASKS }: TaskPanelNode): number =>
  FRAME_HEIGHT + count * LINE_HEIGHT - 1;
export const noticePanelHeight = ({ count = DEFAULT_NOTICES }: NoticePanelNode): number =>
  FRAME_HEIGHT + count * LINE_HEIGHT - 1;
/** Height with the links in two columns. */
export const linkPanelHeight = ({ count = DEFAULT_LINKS }: LinkPanelNode): number =>
  FRAME_HEIGHT + Math.ceil(count / 2) * LINK_HEIGHT - LINK_GAP;
export const chartHeight = ({ height = DEFAULT_CHART_HEIGHT }: ChartNode): number => FRAME_HEIGHT + height;
