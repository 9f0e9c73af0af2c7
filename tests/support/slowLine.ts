import { connect, createServer, type Socket } from 'node:net';

/** A line between a browser and a server: what goes up it passes so many bytes a second, and it can be cut. */
export interface SlowLine {
  url: string;
  /** Bytes a second that go up, over all connections; Infinity: as fast as it goes. */
  setSpeed(bytesEachSecond: number): void;
  /** Bytes that went up since the line began. */
  sent(): number;
  /** Ends every connection in the middle, and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Pieces are passed on this often. */
const TICK_MS = 20;

export async function slowLine(target: string): Promise<SlowLine> {
  const { port: targetPort } = new URL(target);
  let speed = Number.POSITIVE_INFINITY;
  let [sent, passed] = [0, 0];
  let isCut = false;
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  // what may pass in this tick is shared by all connections
  const clock = setInterval(() => {
    passed = 0;
    for (const goOn of waiting) goOn();
  }, TICK_MS);

  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(targetPort), '127.0.0.1');
    const end = (): void => {
      for (const socket of [near, far]) {
        socket.destroy();
        sockets.delete(socket);
      }
      waiting.delete(goOn);
    };
    const goOn = (): void => {
      while (passed < (speed * TICK_MS) / 1000) {
        const piece = near.read(Math.min(near.readableLength, 65_536)) as Buffer | null;
        if (piece === null || piece.length === 0) return;
        passed += piece.length;
        sent += piece.length;
        far.write(piece);
      }
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('error', end).once('close', end);
    }
    near.on('readable', goOn);
    waiting.add(goOn);
    far.pipe(near);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    setSpeed: (bytes) => {
      speed = bytes;
    },
    sent: () => sent,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      clearInterval(clock);
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
