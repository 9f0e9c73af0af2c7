export { installActor, actorOf } from './hook.ts';
export { noteEvent } from './note.ts';
