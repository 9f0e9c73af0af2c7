/** Our extension of BPMN files, for the parser of the server and the modeler of the designer. */
export { chosenProcess } from './chosenProcess.ts';
export { SF_EXTENSION } from './extension.ts';
export { wordsOn } from './extensionElements.ts';
