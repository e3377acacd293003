// The builds of the ACE-Step runtime on the npm registry, by platform.
interface Built {
  bytes: number;
  sha256: string;
}

/** The addon, and on Linux one library for each generation of processors, of which the addon loads the best; GPU libraries are left out. */
export const ACE_STEP_BUILDS: Readonly<Record<string, { addon: Built } & Readonly<Record<string, Built>>>> = {
  'linux-arm64': {
    addon: { bytes: 3_655_528, sha256: '32c3e5002a4ae5533d2b9c211a533290d187b962101ff4baf5b48ceb85755b1f' },
    'armv8.0_1': { bytes: 2_139_832, sha256: 'ff78bcf633a9df8e07387ed06679b4e0cd6994053362a5207618f8afc306f8e1' },
    'armv8.2_1': { bytes: 2_139_760, sha256: '744c2c5a7597c5279864d0c0e23a42095c761689ec600b072212aa3e172e5677' },
    'armv8.2_2': { bytes: 2_139_760, sha256: 'c1f4e58ecf48bda7c0a0720e37cf9afda5b12de97783f6cc82bb28c72326a958' },
  },
  'linux-x64': {
    addon: { bytes: 3_600_448, sha256: '9cf4094122d9c9667bca3f1f2450a1ef8f2729db5e9bad52aa96968916c44006' },
    alderlake: { bytes: 2_540_496, sha256: '45c056352bb50a9a9441e0e8c2252f725d0726911a113eab2b2b59d848215ed3' },
    cannonlake: { bytes: 2_753_624, sha256: '13a67eb40bc948c710cce1ff31f5a0fbbd13c5833beffdf0f7cb0031cae48668' },
    cascadelake: { bytes: 2_737_296, sha256: 'da85e332407dd38a975718533bc94511322715d0181be9c91924f10905dc6cbd' },
    cooperlake: { bytes: 2_741_520, sha256: '62d3b39942f345e32e7236a01fc05df8e80d05a8555d8c25ed3dea49ed2b208a' },
    haswell: { bytes: 2_544_592, sha256: 'b8c885585bada21cbf6aea4075cb0d97772d20a39295ef073389909add413a4a' },
    icelake: { bytes: 2_745_432, sha256: 'f975f7724f71862891dd04f9943065c0467ba1483405356813f3f67369b3de82' },
    ivybridge: { bytes: 2_408_488, sha256: '5f1891866c34e1777f6a74f8cf2f266fb636a9780c033c8371586174ee3d51a7' },
    piledriver: { bytes: 2_412_584, sha256: '2084a92dbcc6f40f21c565cad21fa35c5e86efa043bb0fb7091c030bb10ebb01' },
    sandybridge: { bytes: 2_387_176, sha256: 'adc714e7380cf0f5c0de393510fb934fee8c566c28f4cfe9e977f0c11aa43d54' },
    sapphirerapids: { bytes: 2_984_168, sha256: 'c8fbf793c2ed8b644113bd4b1fd6a642574d37a573e11ce113ca915b0c07c931' },
    skylakex: { bytes: 2_745_488, sha256: 'd5443da37b00c3ff10d13b6fe5d9b1b6306b39da7eb12fd25bed2bba15d748a7' },
    sse42: { bytes: 2_208_544, sha256: 'b91fca11afadcf92887dfdb9c68944deee9d3d54c39d2f4d6d6da7e2bdf6f08f' },
    x64: { bytes: 2_216_824, sha256: '2f1d980aa8268de498343b12f412048dface6399c1f164afdf9dedb8f7758c18' },
    zen4: { bytes: 2_749_656, sha256: '4a598815914a35ec1ec751ec54654696d6b728227d92c4924000e0e9e468f691' },
  },
  'darwin-arm64': {
    addon: { bytes: 3_747_000, sha256: '80da6c9670ac8f5a41a432d48bbb474cf2583d1cd4c69862ac5939c55f76032b' },
  },
  'darwin-x64': {
    addon: { bytes: 4_116_520, sha256: '480716676bbea1527029fc48bf068cf2536c2c7d543ded902bc33c87daa43928' },
  },
  'win32-x64': {
    addon: { bytes: 33_499_136, sha256: '597d717c87eb9060bfa39945cba139a8c0e5a286d39bf409a7baa2902af594a8' },
  },
};
