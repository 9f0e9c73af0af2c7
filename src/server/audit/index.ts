export { installActorHook, actorOf } from './installActor.ts';
export { recordAuditEvent } from './recordAuditEvent.ts';
