import type { ChartNode, GreetingNode, LinkPanelNode, NoticePanelNode, TaskPanelNode } from '../../grammar/nodes.ts';

/** A card without its contents: padding, heading and the space below it. All in pixels, as screens.css draws them. */
const FRAME = 69;
const LINE = 43;
const LINK = 40;

/** How many of a panel's things are shown where its document does not say. */
export const TASKS = 6;
export const NOTICES = 6;
export const LINKS = 12;
export const CHART = 280;

/**
 * What a block of the home page takes when it is full. It is kept from the first picture on, while code and rows are on
 * their way, so that the cards below do not move when they come.
 */
export const greetingHeight = (_node: GreetingNode): number => 28;
/** One line of figures. */
export const workFiguresHeight = (): number => 106;
export const taskPanelHeight = ({ count = TASKS }: TaskPanelNode): number => FRAME + count * LINE - 1;
export const noticePanelHeight = ({ count = NOTICES }: NoticePanelNode): number => FRAME + count * LINE - 1;
/** Two columns of buttons. */
export const linkPanelHeight = ({ count = LINKS }: LinkPanelNode): number => FRAME + Math.ceil(count / 2) * LINK - 8;
export const chartHeight = ({ height = CHART }: ChartNode): number => FRAME + height;
