/** Our extension of BPMN files, for the parser of the server and the modeler of the designer. */
export { chosenProcess, processChoices, type ProcessChoice } from './chosenProcess.ts';
export { SF_EXTENSION } from './extension.ts';
export { wordsOn } from './extensionElements.ts';
export {
  atCorner,
  layOut,
  lineBetween,
  type Box,
  type LayoutEdge,
  type LayoutNode,
  type PictureLayout,
  type Point,
  type Size,
} from './layout.ts';
