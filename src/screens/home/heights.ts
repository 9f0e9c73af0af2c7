import type { ChartNode, GreetingNode, LinkPanelNode, NoticePanelNode, TaskPanelNode } from '../../grammar/nodes.ts';

/** Heights in pixels, as defined by screens.css. FRAME_HEIGHT: a card without content (padding, heading, gap). */
const FRAME_HEIGHT = 69;
const LINE_HEIGHT = 43;
const LINK_HEIGHT = 40;

/** Default numbers of shown items, and default height of charts in pixels. */
export const DEFAULT_TASKS = 6;
export const DEFAULT_NOTICES = 6;
export const DEFAULT_LINKS = 12;
export const DEFAULT_CHART_HEIGHT = 280;

/**
 * Heights of full home page blocks in pixels, reserved while code and rows load, so that the blocks below do not move.
 */
export const greetingHeight = (_node: GreetingNode): number => 28;
/** A single line of figures. */
export const workFiguresHeight = (): number => 106;
export const taskPanelHeight = ({ count = DEFAULT_TASKS }: TaskPanelNode): number =>
  FRAME_HEIGHT + count * LINE_HEIGHT - 1;
export const noticePanelHeight = ({ count = DEFAULT_NOTICES }: NoticePanelNode): number =>
  FRAME_HEIGHT + count * LINE_HEIGHT - 1;
/** Buttons in two columns. */
export const linkPanelHeight = ({ count = DEFAULT_LINKS }: LinkPanelNode): number =>
  FRAME_HEIGHT + Math.ceil(count / 2) * LINK_HEIGHT - 8;
export const chartHeight = ({ height = DEFAULT_CHART_HEIGHT }: ChartNode): number => FRAME_HEIGHT + height;
