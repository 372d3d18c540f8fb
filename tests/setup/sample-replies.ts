import sharp from 'sharp';

interface SampleReply {
  contentType: string;
  body: string | Uint8Array;
}

const long = 'verylongword'.repeat(300);

/** A reply of each kind, with words in it that are longer than any screen is wide. */
export async function sampleReplies(): Promise<Record<string, SampleReply>> {
  const image = sharp({ create: { width: 900, height: 40, channels: 4, background: '#2468' } });
  return {
    json: { contentType: 'application/json', body: deepJson() },
    'broken JSON': { contentType: 'application/json', body: `{"${long}": ${long}` },
    image: { contentType: 'image/png', body: await image.png().toBuffer() },
    SVG: {
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="9"/>',
    },
    sound: { contentType: 'audio/wav', body: silence() },
    HTML: { contentType: 'text/html', body: `<h1>${long}</h1>` },
    Markdown: {
      contentType: 'text/markdown',
      body: `# ${long}\n\n- [ ] to do\n\n| ${long} | b |\n|---|---|\n| 1 | ${long} |\n\n\`\`\`\n${long}\n\`\`\`\n`,
    },
    table: { contentType: 'text/csv', body: `a,${long},c\n1,${long},3\n` },
    text: { contentType: 'text/plain', body: `${long}\n\n${long}` },
    bytes: {
      contentType: 'application/zip',
      body: Uint8Array.from({ length: 3_000 }, (_, index) => index % 256),
    },
    chat: {
      contentType: 'text/event-stream',
      body: `data: ${JSON.stringify({ choices: [{ delta: { content: long } }] })}\n\n`.repeat(3),
    },
    events: {
      contentType: 'text/event-stream',
      body: `event: ${long}\nid: ${long}\ndata: {"n":"${long}"}\n\n`,
    },
  };
}

function deepJson(): string {
  const depth = 200;
  return `{"${long}": ["${long}", ${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}]}`;
}

/** A tenth of a second of eight bits at 8 kHz. */
function silence(): Uint8Array {
  const samples = 800;
  const file = Buffer.alloc(44 + samples, 128);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8_000, 24);
  file.writeUInt32LE(8_000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  return file;
}
