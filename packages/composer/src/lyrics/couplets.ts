// The stock of the built-in lyricist: couplets that rhyme and make sense, by theme and by place in the song.

export type Theme =
  | 'road'
  | 'love'
  | 'loss'
  | 'home'
  | 'night'
  | 'rain'
  | 'summer'
  | 'nature'
  | 'striving'
  | 'party'
  | 'friends'
  | 'memory'
  | 'animal'
  | 'war'
  | 'machine'
  | 'family'
  | 'hope';

const couplets = (text: string): readonly (readonly [string, string])[] =>
  text
    .trim()
    .split('\n')
    .map((row) => row.split('/').map((line) => line.trim()))
    .map(([first = '', second = '']): [string, string] => [first, second]);

/** Verses and bridges of a song with this theme. */
export const THEMES: Record<Theme, readonly (readonly [string, string])[]> = {
  road: couplets(`
    The windows down, the music strong / We sang along to every song
    A tank of gas, a map of lies / The sun was burning in our eyes
    Another mile, another town / The sun is slowly going down
    I see the white lines running by / Beneath a wide and open sky
    We never asked which way to go / The wind was all we had to know
    The engine hums, the night is long / The tires sing the oldest song
    Let every signpost fade away / The road will tell me where to stay`),
  love: couplets(`
    You looked at me across the room / And all my winter turned to bloom
    I learned your name, I learned your eyes / I learned to love without disguise
    Your hand in mine, the street was wet / A night that I will not forget
    I never knew how warm it felt / To watch a frozen heart just melt
    You keep a light on in the hall / You know my faults and love them all
    If I could hold one moment still / It is your kiss upon the hill
    The world outside can come and go / You are the only place I know`),
  loss: couplets(`
    Your coat still hangs behind the door / But no one wears it anymore
    I set two cups out just the same / And every silence says your name
    I count the cracks along the wall / I wait for you to simply call
    The letters came, the letters ceased / The empty chair became my feast
    I told my friends that I was fine / I drank alone a glass of wine
    They say that time will ease the ache / I feel it more when I awake
    We said goodbye without a sound / And no one turned the car around`),
  home: couplets(`
    The kitchen light, the garden gate / The porch where someone used to wait
    I know each stone along the lane / I know the smell before the rain
    My boots have walked a thousand miles / But nothing feels like those old smiles
    The trains go out, the trains come in / I carry home beneath my skin
    A suitcase packed beside the bed / A hundred voices in my head
    They painted over every sign / But still I call that old street mine
    The bells still ring at half past ten / I hear them now as I did then`),
  night: couplets(`
    The neon hums, the streets are wet / The city is not sleeping yet
    The last bus leaves with empty seats / We own the silence of the streets
    Up on the roof we count the lights / A thousand little lonely nights
    The clock has struck, the bars are dark / We walk together through the park
    I hear a saxophone below / It plays a tune that I used to know
    Your shadow walks along with mine / Beneath a broken neon sign
    The windows glow from wall to wall / And every one could hold it all`),
  rain: couplets(`
    The gutters sing, the windows weep / The thunder will not let me sleep
    You held your coat above my head / We missed the bus and walked instead
    The drops come down like silver thread / And wash away the words we said
    I love the sound upon the tin / I leave the door and let it in
    The clouds roll in across the bay / And paint the afternoon in grey
    We danced in puddles, shoes in hand / As if the sky had struck the band
    And when the storm has gone its way / The world begins another day`),
  summer: couplets(`
    The sand was hot, the water cold / The evening turned the sea to gold
    We ran barefoot along the shore / And no one asked for something more
    A paper cup, a melting cone / The summer had us for its own
    The salt was drying on your skin / We let the lazy days begin
    The sun went down, the fires were lit / The oldest boat was ours to sit
    We had no plans, we had no clocks / We watched the waves along the rocks
    And even when the leaves turn brown / I hear the ocean through the town`),
  nature: couplets(`
    The river bends below the hill / And all the evening air is still
    I climbed until the trees grew small / And heard the distant eagles call
    The morning mist is on the lake / And all the little birds awake
    The old oak leans against the sky / It watched a hundred years go by
    The valley wears a coat of green / The finest coat I've ever seen
    The moon is hanging like a bell / With every secret left to tell
    I lay my head down in the grass / And listen to the seasons pass`),
  striving: couplets(`
    They told me I would never win / They locked the door, I still came in
    I fell a hundred times or more / And left my fear upon the floor
    The alarm goes off, the street is black / I tie my shoes and don't look back
    With empty hands and stubborn pride / I pushed the heavy gate aside
    I learned to lose, I learned to fight / I work my way toward the light
    No one will hand me any crown / But no one here can hold me down
    The hill is steep, the air is thin / I feel the fire beneath my skin`),
  party: couplets(`
    The speakers shake, the floor is bright / The whole wide world is here tonight
    Put up your hands and lose your name / Tomorrow will not be the same
    The band knows just the thing we need / A heavy drum at twice the speed
    Your friends are here, so are mine / The glasses shine in one long line
    We shout the words, we miss the beat / The bass is moving through our feet
    The sun can wait, the clock can stop / The song is climbing to the top
    Come closer now and take my hand / The night is better than we planned`),
  friends: couplets(`
    You know the worst, you know the best / You put my restless heart to rest
    We shared a bike, we shared our bread / We shared the foolish things we said
    When all the others walked away / You found a chair and chose to stay
    You laugh before I tell the joke / You knew my heart before it broke
    We made a pact, we made it quick / And ever since we made it stick
    No need to call, no need to write / You make the heavy evenings light
    A table full of crumbs and wine / Your stories tangled up with mine`),
  memory: couplets(`
    I found a picture, torn in two / The sky behind was still so blue
    We thought that we would never age / And time has turned another page
    A song comes on, I close my eyes / The years fall down in small goodbyes
    The swings are gone, the fence is new / The creek still runs the way it knew
    I kept your letter in a book / Some nights I take another look
    We carved our names into the tree / And half of them belonged to me
    What did we know, what did we care / With summer tangled in our hair`),
  animal: couplets(`
    You never need a word to say / That you were lonely all the day
    A muddy paw, a wagging tail / You meet me daily without fail
    You chase the leaves around the yard / And never find the living hard
    You own the chair, you own the bed / You own the pillow and the bread
    You hear my key before it turns / You know before the kettle burns
    The neighbours laugh, I let them talk / There is no better way to walk
    I read somewhere that love is blind / But you are more the staring kind`),
  war: couplets(`
    The drums have stopped, the smoke is thin / And no one asks which side will win
    A mother waits beside the gate / The letter comes a year too late
    We marched away with flags held high / We came back home and wondered why
    The fields are red, the sky is black / So many never found their track
    They carved the names upon a stone / And no one likes to mourn alone
    Lay down the sword, lay down the shield / Let flowers grow upon the field
    The fire is out, the night is deep / And those who fought just want to sleep`),
  machine: couplets(`
    A heart of wires, a voice of chrome / It wonders what it means, a home
    The screens are blue, the room is dark / And somewhere deep there is a spark
    It learned to walk, it learned to hum / It learned to keep time with a drum
    They built it cold, they built it well / It has a tale it wants to tell
    The numbers run, the signals bend / It only ever wants a friend
    With rusty hands it drew the sun / And smiled at what its hands had done
    Between the ones and zeros lies / A sky as wide as any skies`),
  family: couplets(`
    You held the bike and let me go / You taught me all I had to know
    The flour is white upon your sleeve / You told me always to believe
    You never said how much you gave / You only told me to be brave
    Your hands are rough, your eyes are kind / You leave the kitchen light behind
    I hear your voice in what I say / I walk the way you walked that day
    The chair is yours, the stories too / And all the best of me is you
    A wooden spoon, a pot of tea / The smallest things you gave to me`),
  hope: couplets(`
    The night was long, the candle low / But something in me wants to grow
    I heard a voice above the sea / It said the wind will carry me
    A seed is small, the ground is hard / And still it blooms in every yard
    When every door was closed and barred / I found a window in the yard
    I lift my head, I dry my face / There is a light in every place
    The sun comes up on all the same / It never asked me for my name
    Tomorrow is a clean white page / And I have left the narrow cage`),
};

/** {s} is the subject with its article. */
export const ABOUT_THE_SUBJECT: readonly (readonly [string, string])[] = couplets(`
  I woke this morning before light / And thought of {s} half the night
  They ask me why I look that way / I think of {s} every day
  I wrote of {s} on the wall / And some of you have read it all
  You hear of {s} in every tune / In every street, in every moon
  I learned of {s} long ago / And that is all I need to know
  You spoke of {s} soft and slow / I never meant to let it go
  Some talk of silver, some of gold / I talk of {s}, young and old
  I dreamed of {s} in my sleep / A dream that I would like to keep
  If you have known of {s} before / Then you will want to hear some more
  I hum of {s} as I walk / It says much more than any talk
  I heard of {s} first from you / And every word of it was true
  I asked the moon, I asked the sea / They sang of {s} back to me
  No book of {s} tells it right / I had to learn it in the night
  So take a chair and come and see / What {s} always meant to me
  I raise a glass, I sing a line / For {s} in this heart of mine
  I could not tell you where or when / I thought of {s} once again
  Tell me of {s} one more time / And I will put it into rhyme
  I have a coin, I have a key / I carry {s} close to me`);

/** Behind the title, and where a chorus has room. */
export const CHORUS_COUPLETS: readonly (readonly [string, string])[] = couplets(`
  Sing of {s}, sing it loud / Sing it over every crowd
  With {s} always on my mind / I leave the heavy days behind
  So hold me close and never part / I carry {s} in my heart
  Let {s} lead the way / And I will follow every day
  We talk of {s} till the dawn / And sing until the dark is gone
  I give my heart, I give my hand / For {s} I will always stand
  This one is for {s} alone / The finest thing I've ever known
  Come what may and come what will / I am singing of {s} still
  Play it low and play it high / Play for {s} till we die
  Say it slow and say it strong / With {s} in my favourite song
  Let the others chase the fame / I call for {s} all the same`);

/** Lines that lead into a chorus. */
export const RISING_COUPLETS: readonly (readonly [string, string])[] = couplets(`
  And I can feel it in the air / It finds me here, it finds me there
  My heart is beating in my chest / I cannot sleep, I cannot rest
  It starts so low, it climbs so high / So lift your voices to the sky
  I hear it coming down the line / And every word of it is mine
  Hold on to me, hold on a while / I want to see you when you smile
  Now count to three and let it go / There is one thing I have to know`);

/** Bridges of any song. */
export const BRIDGE_COUPLETS: readonly (readonly [string, string])[] = couplets(`
  And if I stumble, if I fall / I know that it was worth it all
  The years will come, the years will go / And this is all I need to know
  When all the lights are burning low / I close my eyes and there you go
  Some things are lost, some things are found / And love will turn the world around
  So let it break, so let it bend / We sing together till the end`);

/** Single lines that answer a title, by the sound of their last word. */
export const ANSWERS: readonly string[] = [
  'And everything will be all right',
  'A little flame, a steady light',
  'I hold you close, I hold you tight',
  'And let the world go out of sight',
  'We sing until we touch the sky',
  'And no one ever asks us why',
  'We never have to say goodbye',
  'It will be here as years go by',
  'And that is all I want to be',
  'The only thing I want to see',
  'I feel it down inside of me',
  'And I am wild and I am free',
  'I sing it louder every day',
  'And nothing takes the song away',
  'It is the only thing I say',
  'I felt it from the very start',
  'And nothing tears the two apart',
  'It plays the strings inside my heart',
];
