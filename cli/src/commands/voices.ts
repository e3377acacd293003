// Lists the voices that sing and speak.
import { type Command, printJson, textOption } from '../command.ts';
import { printTable } from '../table.ts';

export const voices: Command = {
  name: 'voices',
  usage: '',
  summary: 'Lists the voices for songs and for avatars in videos.',
  options: {
    language: { type: 'string', short: 'l', help: 'only those of this language, e.g. en', value: 'CODE' },
    gender: { type: 'string', help: 'only female or male ones', value: 'NAME' },
  },
  examples: ['atelier voices', 'atelier song "rain" --voice ID'],
  async run(call) {
    const [language, gender] = [textOption(call, 'language'), textOption(call, 'gender')];
    const all = (await call.client().music.voices({ signal: call.signal })).data;
    const data = all.filter(
      (voice) => (!language || voice.language.startsWith(language)) && (!gender || voice.gender === gender),
    );
    if (call.isJson) return printJson(data);
    printTable(
      ['id', 'name', 'gender', 'language', 'accent', 'style', 'range'],
      data.map((one) => [
        one.id,
        one.name,
        one.gender,
        one.language,
        one.accent,
        one.style,
        `${one.range.low}–${one.range.high}`,
      ]),
    );
  },
};
