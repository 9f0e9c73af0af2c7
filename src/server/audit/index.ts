export { installActor, actorOf } from './installActor.ts';
export { noteEvent } from './noteEvent.ts';
