import type { FromFrame, ToFrame } from '../protocol.ts';
import { acceptPage } from './accept-page.ts';
import { applyStyle } from './apply-style.ts';
import { browserPorts } from './browser-ports.ts';
import { confirmSession } from './confirm-session.ts';
import { createForm } from './create-form.ts';
import { hearViolations } from './hear-violations.ts';

const tellViolations = hearViolations();

/** The page around is heard only after it proved to be the one that put this frame there. */
acceptPage((port, style) => {
  const say = (message: FromFrame) => port.postMessage(message);
  const form = createForm(say);
  let confirming = false;

  const confirm = async (id: number, client_secret: string): Promise<void> => {
    if (confirming) return;
    const read = form.read();
    if (!read.ok) return say({ type: 'result', id, result: { status: 'incomplete', error: read.error } });
    confirming = true;
    form.lock(true);
    try {
      const result = await confirmSession(browserPorts, client_secret, read.card);
      if (result.status === 'succeeded') form.clear();
      say({ type: 'result', id, result });
    } catch {
      // A mistake of ours here says nothing of what was sent.
      say({ type: 'result', id, result: { status: 'processing', session: null } });
    } finally {
      form.lock(false);
      confirming = false;
    }
  };

  tellViolations((violation) => say({ type: 'violation', violation }));
  applyStyle(style);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    switch (data.type) {
      case 'confirm':
        return void confirm(data.id, String(data.client_secret));
      case 'focus':
        return form.focus();
      case 'clear':
        return form.clear();
      default:
        return data satisfies never;
    }
  };
  new ResizeObserver(() =>
    say({ type: 'height', pixels: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body);
  say({ type: 'ready' });
});
