import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { disposition } from '../files/names.ts';

/** Sends what is made while it is sent, to be saved under this name. */
export const sendMade = (reply: FastifyReply, fileName: string, type: string, content: AsyncIterable<Buffer>): FastifyReply =>
  reply.header('Content-Type', type).header('Content-Disposition', disposition('attachment', fileName)).send(Readable.from(content));
